import { dlopen, ptr } from 'bun:ffi'
import { readdirSync, readlinkSync } from 'node:fs'

// From Linux's <asm-generic/socket.h>.
const SOL_SOCKET = 1
const SO_ATTACH_FILTER = 26

/** Classic BPF over the TCP header: drops what has the SYN flag. */
const DROP_SYN = [
  [0x30, 0, 0, 13], // load the flags
  [0x45, 0, 1, 0x02], // SYN set: the next instruction, else the one after it
  [0x06, 0, 0, 0], // drop
  [0x06, 0, 0, 0xffff], // keep
] as const

/**
 * Makes the kernel ignore attempts to connect to a listening socket of this process, given by its inode; connections that
 * it has already begun are still accepted. Who is ignored tries again after a second and is refused if the socket is
 * closed by then, so that a proxy chooses another replica: it has sent nothing yet.
 *
 * Does nothing outside Linux and where the kernel does not let it.
 */
export function ignoreNewConnections(inode: string): void {
  const descriptor = descriptorOf(inode)
  if (descriptor === undefined) return
  const program = new DataView(new ArrayBuffer(8 * DROP_SYN.length))
  DROP_SYN.forEach(([code, whenTrue, whenFalse, value], index) => {
    program.setUint16(8 * index, code, true)
    program.setUint8(8 * index + 2, whenTrue)
    program.setUint8(8 * index + 3, whenFalse)
    program.setUint32(8 * index + 4, value, true)
  })
  // struct sock_fprog
  const filter = new BigUint64Array([BigInt(DROP_SYN.length), BigInt(ptr(program))])
  const libc = openLibc()
  libc?.symbols.setsockopt(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, ptr(filter), filter.byteLength)
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
