// Access after a restore: as the option says, else as the operator answers.
import { createInterface } from 'node:readline'
import { ACCESS, type Access } from '../../accounts/restored-access.ts'
import type { BackupContext } from '../backup/backup-context.ts'
import { parseStamp } from '../backup/dump-names.ts'
import { OperationError } from '../backup/postgres-tools.ts'

/** `hasCurrent`: whether the database that is replaced has accounts. */
export type AccessOffer = { stamp: string; hasCurrent: boolean }

export type Terminal = { input: NodeJS.ReadableStream; output: NodeJS.WritableStream }

type Choice = {
  /** From `--access`; null: not given. */
  option: Access | null
  /** Null: nobody is there to ask, and the dump is taken as it is. */
  terminal: Terminal | null
}

export const chooseAccess =
  (ctx: BackupContext, { option, terminal }: Choice) =>
  async (offer: AccessOffer | null): Promise<Access | null> => {
    if (!offer) {
      if (!option) return null
      throw new OperationError('--access has no effect: no dump holds accounts; nothing was changed')
    }
    if (option === 'current' && !offer.hasCurrent) throw noAccounts()
    if (option) return option
    if (terminal) return ask(ctx, terminal, offer)
    if (offer.hasCurrent)
      ctx.info('accounts and API tokens will be those of the dump; --access current keeps those of now')
    return 'dump'
  }

export const noAccounts = () =>
  new OperationError(
    'the database that is replaced has no accounts to keep: use --access dump or --access none; nothing was changed',
  )

const MEANINGS: Record<Access, string> = {
  current: 'everybody as now: accounts, passwords, second factors, roles and API tokens stay as they are',
  dump: 'everybody as then: also with what was changed, revoked or removed since',
  none: 'nobody: no password, second factor, passkey, API token or preview link of the dump is valid',
}

async function ask({ signal }: BackupContext, terminal: Terminal, { stamp, hasCurrent }: AccessOffer) {
  const { input, output } = terminal
  const choices = ACCESS.filter((access) => access !== 'current' || hasCurrent)
  const lines = createInterface({ input, ...(signal && { signal }) })
  const when = parseStamp(stamp)!.toISOString().slice(0, 16).replace('T', ' ')
  output.write(`The dump is of ${when} UTC. Who gets in after the restore?\n`)
  for (const choice of choices) output.write(`  ${choice.padEnd(7)}  ${MEANINGS[choice]}\n`)
  const listed = choices.join(', ').replace(/, (?=\w+$)/, ' or ')
  try {
    output.write(`${listed}: `)
    for await (const line of lines) {
      const chosen = choices.find((choice) => choice === line.trim().toLowerCase())
      if (chosen) return chosen
      output.write(`Type ${listed}: `)
    }
  } finally {
    lines.close()
  }
  signal?.throwIfAborted()
  throw new OperationError('no answer; nothing was changed')
}
