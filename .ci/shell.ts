// Programs that print what a lane needs to know.
import type { Env } from './need.ts'

/** The standard output; throws everything that it printed if it fails. */
export async function output(command: string[], env: Env = {}): Promise<string> {
  const child = Bun.spawn(command, {
    env: { ...process.env, ...env },
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  })
  const [out, err] = await Promise.all([new Response(child.stdout).text(), new Response(child.stderr).text()])
  const code = await child.exited
  if (code !== 0) throw new Error(`${command.join(' ')} exited with ${code}:\n${out}${err}`)
  return out
}

/** The variables of lines `export A=1 B=2`; values have no spaces. */
export const readExports = (lines: string): Env =>
  Object.fromEntries(
    [...lines.matchAll(/\b([A-Z][A-Z0-9_]*)=(\S+)/g)].map(([, name, value]) => [name!, value!]),
  )
