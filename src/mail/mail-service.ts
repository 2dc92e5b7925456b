// Mail as the rest of the service sees it: the outbox to add to, and the worker that empties it where a mail server is
// configured.

import type { MailConfig } from '../platform/config/mail-config.ts'
import type { Database } from '../platform/db/database.ts'
import { createSmtpTransport } from '../platform/smtp/smtp-transport.ts'
import { composeMail } from './compose-mail.ts'
import type { LinkKey } from './link-token.ts'
import { type MailEvent, MailWorker } from './mail-worker.ts'
import { createOutbox, type Outbox } from './outbox.ts'
import { createOutboxQueue } from './outbox-queue.ts'

export type MailService = { outbox: Outbox /** Null where mail is off. */; worker: MailWorker | null }

type Options = {
  config: MailConfig | null
  database: Database
  /** Null: the clock of the database. */
  clock: (() => Date) | null
  siteUrl: string
  adminUrl: string
  primaryLanguage: string
  /** Links are signed with the first and read with any. */
  linkKeys: readonly LinkKey[]
  onEvent: (event: MailEvent) => void
  onError: (error: unknown) => void
}

export function createMailService(options: Options): MailService {
  const { config, database, clock, siteUrl, adminUrl, primaryLanguage, linkKeys } = options
  let worker: MailWorker | null = null
  const outbox = createOutbox({
    isOn: config !== null,
    clock,
    siteUrl,
    adminUrl,
    primaryLanguage,
    linkKeys,
    contactNotify: config?.contactNotify ?? [],
    wake: () => worker?.wake(),
  })
  if (config) {
    const { from } = config
    worker = new MailWorker({
      queue: createOutboxQueue({ database, clock }),
      transport: createSmtpTransport(config.smtp),
      compose: (mail) => composeMail({ database, links: outbox.links, siteUrl, adminUrl, from }, mail),
      onEvent: options.onEvent,
      onError: options.onError,
    })
  }
  return { outbox, worker }
}
