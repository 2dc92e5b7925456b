// The files of the embedded database, flushed to disk when Postgres asks for it, so that acknowledged writes survive a power
// failure. PGlite starts Postgres with `-F`, which never asks, and its NodeFS does nothing when asked.
import { fsyncSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { syncDirectoryNow } from '../durable-files.ts'

type InitOptions = Parameters<NodeFS['init']>[1]
export type Module = Parameters<NonNullable<Extract<InitOptions['preRun'], unknown[]>>[number]>[0]

/** What Emscripten's NODEFS knows of an open file; directories have no descriptor. */
type Stream = { node: unknown; nfd?: number }
export type NodeFiles = {
  realPath(node: unknown): string
  stream_ops: { fsync?(stream: Stream): number }
}

/** For `PGlite.create`. Emscripten's `fdatasync`, Postgres's choice on Linux, does nothing, so `fsync` flushes the log. */
export const DURABLE_PARAMETERS = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'wal_sync_method=fsync',
]

export class DurableFs extends NodeFS {
  override async init(pg: PGlite, options: InitOptions) {
    const { emscriptenOpts } = await super.init(pg, options)
    const preRun = [emscriptenOpts.preRun ?? []].flat()
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...preRun, (module: Module) => this.prepare(filesOf(module))],
      },
    }
  }

  /** Called with the file operations of a new instance before it opens its first file. */
  protected prepare({ stream_ops, realPath }: NodeFiles) {
    stream_ops.fsync = ({ nfd, node }) => {
      if (nfd === undefined) syncDirectoryNow(realPath(node))
      else fsyncSync(nfd)
      return 0
    }
  }
}

const filesOf = (module: Module) =>
  (module.FS as unknown as { filesystems: { NODEFS: NodeFiles } }).filesystems.NODEFS
