"""What a former version has stored and posted continues to work with this one."""
