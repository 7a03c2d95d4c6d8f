#!/bin/bash
# One monitor, one disk and one gateway of Ceph on port 9000, in /var/lib/ceph; the first start creates them.
# S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are its only user. STORE_BYTES is the size of its sparse file, fixed at the
# first start.
set -eu
# `store ready`: whether the gateway listens.
if [ "${1:-}" = ready ]; then exec 3<>/dev/tcp/127.0.0.1/9000; exit; fi
: "${S3_ACCESS_KEY_ID:?}" "${S3_SECRET_ACCESS_KEY:?}"
dir=/var/lib/ceph
export CEPH_CONF=$dir/ceph.conf
made=$dir/made

configure() {
  cat >"$CEPH_CONF" <<EOF
[global]
fsid = $(cat /proc/sys/kernel/random/uuid)
mon_host = [v1:127.0.0.1:6789]
public_network = 127.0.0.0/8
ms_bind_ipv6 = false
keyring = $dir/keyring
run_dir = /tmp
admin_socket = /tmp/\$name.\$pid.asok
crash_dir = /tmp
log_file =
log_to_stderr = true
err_to_stderr = true
mon_data = $dir/mon
osd_data = $dir/osd
rgw_data = $dir/rgw
osd_pool_default_size = 1
osd_pool_default_min_size = 1
mon_allow_pool_size_one = true
osd_crush_chooseleaf_type = 0
osd_pool_default_pg_num = 1
osd_pool_default_pgp_num = 1
osd_pool_default_pg_autoscale_mode = off
osd_memory_target = 939524096
mon_cluster_log_to_file = false
debug_rgw = 0
debug_rocksdb = 0
bluestore_block_size = ${STORE_BYTES:-53687091200}
rgw_frontends = beast endpoint=0.0.0.0:9000
EOF
}

key() {
  ceph-authtool "$dir/keyring" --gen-key -n "$1" --cap mon 'allow *' --cap osd 'allow *'
}

# Repeats an interrupted first start.
if [ ! -e "$made" ]; then
  rm -rf "${dir:?}"/*
  mkdir "$dir/mon" "$dir/osd" "$dir/rgw"
  configure
  ceph-authtool --create-keyring "$dir/keyring"
  for name in mon. client.admin client.rgw osd.0; do key "$name"; done
  fsid=$(sed -n 's/^fsid = //p' "$CEPH_CONF")
  monmaptool --create --addv a '[v1:127.0.0.1:6789]' --fsid "$fsid" "$dir/monmap"
  ceph-mon --mkfs -i a --monmap "$dir/monmap" --keyring "$dir/keyring"
fi

# Stops the gateway first, because it cannot stop without its disk.
stop() {
  trap '' TERM INT
  for pid in ${gateway:-} ${disk:-} ${monitor:-}; do
    kill "$pid" 2>/dev/null || continue
    wait "$pid" || true
  done
  exit 0
}
trap stop TERM INT

ceph-mon -f -i a &
monitor=$!
if [ ! -e "$made" ]; then
  osd=$(cat /proc/sys/kernel/random/uuid)
  ceph osd new "$osd"
  ceph-osd -i 0 --mkfs --osd-uuid "$osd"
fi
ceph-osd -f -i 0 &
disk=$!
if [ ! -e "$made" ]; then
  radosgw-admin user create --uid=labroom --display-name=labroom \
    --access-key="$S3_ACCESS_KEY_ID" --secret-key="$S3_SECRET_ACCESS_KEY" >/dev/null
  touch "$made"
fi
radosgw -f -n client.rgw &
gateway=$!
# If one process ends, all end, and so does the container.
while kill -0 "$monitor" && kill -0 "$disk" && kill -0 "$gateway"; do sleep 1 & wait $! || true; done
echo 'A part of the store has ended.' >&2
kill "$gateway" "$disk" "$monitor" 2>/dev/null || true
exit 1
