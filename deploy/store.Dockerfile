# An S3-compatible store in one container: Ceph's gateway of Debian, with one disk and without replication. For trials, or
# for data with a backup elsewhere.
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
