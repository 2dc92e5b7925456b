// The files of a frontend's build (`SPA_DIR`): read and compressed when the service starts, and again when its `index.html`
// changes. Only files that were found then are served, so that no request path reaches the file system.
import { lstat, readdir, readFile, realpath } from 'node:fs/promises'
import { basename, join, relative, sep } from 'node:path'
import { EncodedBody } from '../content/snapshot/encoded-body.ts'
import { frontendPagePolicy } from '../platform/security/content-security-policy.ts'
import { InlineCode } from './render/inline-code.ts'

export type FrontendFile = {
  type: string
  /** Its name contains a hash of its content, as bundlers write it. */
  isHashed: boolean
  /** Content-Security-Policy of pages and of scripts, which may be workers; null for other files. */
  policy: string | null
  /** Null: too large for the memory, it is read from `file`. */
  body: EncodedBody | null
  file: string
  size: number
  etag: string
}

const MAX_FILES = 20_000
/** Larger files, such as videos, stay on the disk. */
const MAX_MEMORY_BYTES = 4 * 1_048_576
const COMPRESSIBLE = /^(?:text\/|image\/svg|font\/(?:ttf|otf))|(?:javascript|json|xml|wasm)\b/

/** `index-B3xk9a_Q.js`, `main.4f3a2b1c.css`: at least eight characters, letters among them, and a digit or both cases. */
const HASH = /[.-](?=[\w-]*[a-z])(?=[\w-]*(?:\d|[A-Z]))[\w-]{8,}\.[a-z\d]+(?:\.map)?$/i

export class FrontendFilesError extends Error {
  override name = 'FrontendFilesError'
}

type Files = ReadonlyMap<string, FrontendFile>

export class FrontendFiles {
  #files: Files
  #previous: Files = new Map()
  #reading: Promise<void> | null = null

  private constructor(
    private readonly directory: string,
    private readonly options: { version: string; onError: (error: unknown) => void },
    files: Files,
  ) {
    this.#files = files
  }

  /** `version` identifies the `index.html`. @throws FrontendFilesError if the directory cannot be read */
  static async open(directory: string, options: { version: string; onError: (error: unknown) => void }) {
    try {
      return new FrontendFiles(directory, options, await readFiles(directory))
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      const reason = error instanceof FrontendFilesError ? error.message : `cannot be read (${code})`
      throw new FrontendFilesError(`SPA_DIR ${directory} ${reason}`)
    }
  }

  /**
   * The file at this decoded path, such as `/assets/index-B3xk9a_Q.js`; null without one. After a new build, hashed files
   * of the one before stay for the pages that still refer to them.
   */
  async find(path: string, version: string): Promise<FrontendFile | null> {
    if (version !== this.options.version) {
      this.#reading ??= this.#readAgain(version).finally(() => {
        this.#reading = null
      })
      await this.#reading
    }
    const found = this.#files.get(path)
    if (found) return found
    const old = this.#previous.get(path)
    return old?.isHashed && old.body ? old : null
  }

  async #readAgain(version: string) {
    try {
      const files = await readFiles(this.directory)
      this.#previous = this.#files
      this.#files = files
    } catch (error) {
      this.options.onError(error)
    }
    // This comes last: a request meanwhile waits for the new files.
    this.options.version = version
  }
}

async function readFiles(directory: string): Promise<Files> {
  // The directory itself may be a link to the current release.
  const root = await realpath(directory)
  const files = new Map<string, FrontendFile>()
  for await (const file of filesBelow(root)) {
    const path = `/${relative(root, file).split(sep).join('/').normalize('NFC')}`
    if (path === '/index.html' || isHidden(path)) continue
    if (files.size === MAX_FILES) throw new FrontendFilesError(`has more than ${MAX_FILES} files`)
    files.set(path.replace(/(?<=\/)index\.html$/, ''), await readOne(file))
  }
  return files
}

/** Links are not followed: they could lead to any file of the machine. */
async function* filesBelow(directory: string): AsyncGenerator<string> {
  for (const entry of await readdir(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name)
    if (entry.isDirectory()) yield* filesBelow(path)
    else if (entry.isFile()) yield path
  }
}

/** Such as `/.git/config`; `/.well-known/` is meant for the public. */
const isHidden = (path: string) => /\/\.(?!well-known\/)/.test(path)

async function readOne(file: string): Promise<FrontendFile> {
  const { size, mtimeMs } = await lstat(file)
  const type = Bun.file(file).type
  const common = { type, file, size, isHashed: HASH.test(basename(file)) }
  const etag = `"${size.toString(36)}-${Math.round(mtimeMs).toString(36)}"`
  if (size > MAX_MEMORY_BYTES) return { ...common, etag, policy: null, body: null }
  const bytes = new Uint8Array(await readFile(file))
  const body = new EncodedBody(bytes)
  if (COMPRESSIBLE.test(type)) for (const encoding of ['br', 'gzip'] as const) await body.prepare(encoding)
  return { ...common, etag: body.identity.etag, policy: policyOf(type, bytes), body }
}

function policyOf(type: string, bytes: Uint8Array): string | null {
  if (/javascript/.test(type)) return frontendPagePolicy({ elements: [], handlers: [] })
  if (!type.startsWith('text/html')) return null
  const code = new InlineCode()
  new HTMLRewriter()
    .on('*', code.onElement)
    .on('script:not([type="application/ld+json" i])', code.onScript)
    .transform(new TextDecoder().decode(bytes))
  return frontendPagePolicy({ elements: code.scriptTexts, handlers: code.handlerTexts })
}

/** Whether the file is still the one that was found: not replaced by a link, nor below one. */
export const isUnchanged = async ({ file, size }: FrontendFile) =>
  (await realpath(file).catch(() => null)) === file && (await lstat(file)).size === size
