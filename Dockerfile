# The bot in a container: docker build -t adepts . (docs/operating.md says how it is run)

# One image whatever its tag comes to mean; tag and digest change together.
ARG BASE=python:3.13.15-slim-trixie@sha256:7c61056e61ac89e852de05f3dc6fa51a6dd2181797bceed46aa725dd7cb2cd3b

FROM ${BASE} AS build
ENV PIP_NO_CACHE_DIR=1 PIP_DISABLE_PIP_VERSION_CHECK=1
WORKDIR /src
RUN python -m venv /opt/adepts
# What it stands on first: a layer that stays while only the bot changes.
COPY requirements-postgresql.lock ./
RUN /opt/adepts/bin/pip install --require-hashes -r requirements-postgresql.lock
COPY pyproject.toml README.md LICENSE ./
COPY agents agents
COPY bot bot
COPY cli cli
COPY desk desk
COPY drawing drawing
COPY game game
COPY playground playground
COPY storage storage
RUN /opt/adepts/bin/pip install --no-deps --no-build-isolation . \
    && /opt/adepts/bin/pip uninstall --yes setuptools pip

FROM ${BASE}
RUN useradd --system --uid 10001 --home-dir /data --no-create-home adepts \
    && install --directory --owner=adepts --group=adepts --mode=0700 /data
COPY --from=build /opt/adepts /opt/adepts
ENV PATH=/opt/adepts/bin:$PATH \
    PYTHONUNBUFFERED=1 \
    ADEPTS_STORAGE__PATH=/data/adepts.sqlite3
# The token is not in here: give it with --env-file or as ADEPTS_DISCORD__TOKEN when the container starts.
# By its number: of a name Kubernetes cannot tell that it is not root (runAsNonRoot).
USER 10001
WORKDIR /data
VOLUME /data
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=60s --timeout=10s --start-period=30s CMD ["adepts", "doctor", "--alive"]
ENTRYPOINT ["adepts"]
CMD ["run"]
