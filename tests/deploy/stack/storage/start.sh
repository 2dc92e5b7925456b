#!/usr/bin/env bash
# A single Ceph node with its S3 gateway on PORT, in memory: the data is lost with the container.
set -euo pipefail
at=/tmp/ceph
mkdir -p $at/{mon,osd,rgw,run}
cat >$at/ceph.conf <<CONF
[global]
fsid = $(uuidgen)
mon_host = v1:127.0.0.1:6789/0
ms_bind_msgr2 = false
public_network = 127.0.0.0/8
cluster_network = 127.0.0.0/8
auth_cluster_required = none
auth_service_required = none
auth_client_required = none
osd_pool_default_size = 1
osd_pool_default_min_size = 1
osd_pool_default_pg_num = 4
osd_pool_default_pg_autoscale_mode = off
osd_crush_chooseleaf_type = 0
mon_allow_pool_size_one = true
mon_max_pg_per_osd = 2000
mon_data_avail_crit = 1
mon_data_avail_warn = 2
run_dir = $at/run
admin_socket = $at/run/\$name.asok
pid_file = $at/run/\$name.pid
crash_dir = $at/run
log_file = /dev/null
osd_objectstore = memstore
memstore_device_bytes = 268435456
[mon]
# A single monitor: no quorum to wait for.
paxos_propose_interval = 0.02
paxos_min_wait = 0.01
mon_tick_interval = 1
mon_data = $at/mon
mon_initial_members = a
[mon.a]
mon_addr = 127.0.0.1:6789
[osd]
osd_data = $at/osd
osd_class_update_on_start = false
osd_crush_update_on_start = false
[client.rgw]
rgw_data = $at/rgw
rgw_frontends = beast endpoint=0.0.0.0:$PORT
rgw_rados_pool_pg_num_min = 4
rgw_run_sync_thread = false
rgw_thread_pool_size = 16
CONF
ceph() { command ceph -c $at/ceph.conf --connect-timeout 30 "$@"; }
fsid=$(sed -n 's/^fsid = //p' $at/ceph.conf)
monmaptool --create --fsid "$fsid" --addv a '[v1:127.0.0.1:6789]' $at/monmap
ceph-mon -c $at/ceph.conf --mkfs -i a --monmap $at/monmap
ceph-mon -c $at/ceph.conf -f -i a &
osd=$(uuidgen)
ceph osd new "$osd" 0
ceph-osd -c $at/ceph.conf -i 0 --mkfs --osd-uuid "$osd"
ceph osd crush add osd.0 1.0 host=localhost root=default
ceph-osd -c $at/ceph.conf -f -i 0 &
until ceph osd stat | grep -q '1 up'; do sleep 0.2; done
gateway_admin() { radosgw-admin -c $at/ceph.conf -n client.rgw "$@" >/dev/null; }
keys() { grep -o '"accessKey":"[^"]*","secretKey":"[^"]*"' /run/secrets/storage_s3.json | cut -d'"' -f4,8 --output-delimiter=' '; }
given=
# The keys of the file and no others, as SeaweedFS reads them at its start and on SIGHUP.
apply_keys() {
  keys | while read -r access secret; do
    gateway_admin key create --uid=frontage --key-type=s3 --access-key="$access" --secret-key="$secret"
  done
  for access in $given; do
    keys | grep -q "^$access " || gateway_admin key rm --uid=frontage --key-type=s3 --access-key="$access"
  done
  given=$(keys | cut -d' ' -f1)
}
gateway_admin user create --uid=frontage --display-name=frontage
apply_keys
radosgw -c $at/ceph.conf -n client.rgw -f &
gateway=$!
trap apply_keys HUP
trap 'kill $gateway' TERM
until wait $gateway; do kill -0 $gateway 2>/dev/null || exit 0; done
