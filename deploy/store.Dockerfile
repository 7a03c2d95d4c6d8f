# An S3-compatible store in one container, for where none is at hand: Ceph's gateway, as Debian keeps it. One disk, no copy
# of anything: fit to try the rest with, and for what is backed up elsewhere.
FROM debian:trixie-slim
RUN apt-get update \
  && apt-get install -y --no-install-recommends ceph-mon ceph-osd radosgw \
  && rm -rf /var/lib/apt/lists/* /var/lib/ceph /etc/ceph \
  && install -d -o ceph -g ceph -m 700 /var/lib/ceph
COPY deploy/store.sh /usr/local/bin/store
USER 64045:64045
VOLUME /var/lib/ceph
EXPOSE 9000
CMD ["store"]
