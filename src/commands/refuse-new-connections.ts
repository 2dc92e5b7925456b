import { dlopen, ptr } from 'bun:ffi'
import { readdirSync, readlinkSync } from 'node:fs'

// Numbers of Linux's <asm-generic/socket.h>. Unlike filters and device names, they need no privilege in containers either.
const SOL_SOCKET = 1
const SO_BINDTOIFINDEX = 62

/** No network interface has this index. */
const NO_INTERFACE = 0x7fffffff

/**
 * Makes the kernel refuse further connections to a listening socket of this process, given by its inode: it is bound to an
 * interface that does not exist. Connections that the kernel has already begun are still accepted. A proxy that is refused
 * has sent nothing yet, so that it can choose another replica.
 *
 * A time of reporting not ready does not replace this where the proxy knows its replicas by name only: Caddy runs no health
 * checks against addresses from DNS. Measured by `bun run proof stack` without it: one to four requests reset by each stop of a
 * replica, in two of two runs; with it none in three.
 *
 * Does nothing outside Linux and where the kernel does not let it.
 */
export function refuseNewConnections(inode: string): void {
  const descriptor = descriptorOf(inode)
  if (descriptor === undefined) return
  const index = new Int32Array([NO_INTERFACE])
  const libc = openLibc()
  libc?.symbols.setsockopt(descriptor, SOL_SOCKET, SO_BINDTOIFINDEX, ptr(index), index.byteLength)
  libc?.close()
}

function descriptorOf(inode: string): number | undefined {
  const found = readdirSync('/proc/self/fd').find((name) => linkOf(name) === `socket:[${inode}]`)
  return found === undefined ? undefined : Number(found)
}

/** The one with which `readdirSync` reads the directory is closed by now. */
function linkOf(descriptor: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`)
  } catch {
    return null
  }
}

function openLibc() {
  try {
    // musl resolves this name to itself.
    return dlopen('libc.so.6', {
      setsockopt: { args: ['i32', 'i32', 'i32', 'ptr', 'u32'], returns: 'i32' },
    })
  } catch {
    return null
  }
}
