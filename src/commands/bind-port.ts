import { findPortOwner } from './port-owner.ts'
import { StartError } from './start-error.ts'

type Fetch = (request: Request, server: Bun.Server<unknown>) => Response | Promise<Response>

/**
 * Takes the port at once, so that a taken one is noticed before anything is created. Requests wait for `open`; if the
 * start fails, they end with the process. Throws `StartError` when the port cannot be used.
 */
export async function bindPort({ port, hostname }: { port: number; hostname: string }) {
  const ready = Promise.withResolvers<Fetch>()
  const server = await listen(port, hostname, async (request, server) =>
    (await ready.promise)(request, server),
  )
  return {
    server,
    // A start that fails must not keep the process alive.
    [Symbol.asyncDispose]: () => server.stop(true),
    open(fetch: Fetch) {
      ready.resolve(fetch)
      // Later requests need not pass the promise.
      server.reload({ fetch })
    },
  }
}

async function listen(port: number, hostname: string, fetch: Fetch) {
  try {
    return Bun.serve({
      port,
      hostname,
      fetch,
      idleTimeout: 30,
      // The routes limit bodies themselves: Bun's own 413 has no problem document and no request id.
      maxRequestBodySize: Number.MAX_SAFE_INTEGER,
      // Bun's development error page shows source code.
      development: false,
      // Otherwise a second process on the same port would start and take part of the requests.
      reusePort: false,
    })
  } catch (error) {
    throw await explain(error as NodeJS.ErrnoException, port, hostname)
  }
}

async function explain(error: NodeJS.ErrnoException, port: number, hostname: string): Promise<Error> {
  const other = port < 65_535 ? port + 1 : port - 1
  if (error.code === 'EADDRINUSE') {
    const owner = await findPortOwner(port)
    return new StartError(
      `Port ${port} is in use${owner ? ` by process ${owner}` : ''}. Stop that process, or choose another port: PORT=${other} npm start`,
    )
  }
  if (error.code === 'EACCES')
    return new StartError(`Port ${port} needs more rights. Choose a port above 1023: PORT=3000 npm start`)
  if (error.code === 'EADDRNOTAVAIL')
    return new StartError(
      `This machine has no address ${hostname}. Set HOST to one of its addresses, or to 0.0.0.0 for all of them.`,
    )
  return error
}
