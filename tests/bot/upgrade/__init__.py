"""What a former version has stored and posted goes on with this one."""
