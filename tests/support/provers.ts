// People who change accounts, factors and roles, and prove to be there before: for tests of what a session alone does not allow.
import { sql } from 'drizzle-orm'
import { SCOPES } from '../../src/accounts/scopes.ts'
import { rowsOf } from '../../src/platform/db/database.ts'
import { type Answer, type Client, clientOf, tokenOf } from './app.ts'
import { startCompany } from './procurement.ts'
import { ticketIn, WebBrowser } from './web-browser.ts'

export const PASSWORD = 'a long enough password'
/** How long a proof counts. */
export const FIVE_MINUTES = 5 * 60_000

/** A session, and the browser that it began in. */
export type Seat = { client: Client; web: WebBrowser }

/** Somebody who signs in: with a password, or as a person of the provider. */
export type Prover = {
  signIn(): Promise<Seat>
  prove(seat: Seat): Promise<Answer>
  /** With an API token of all scopes. */
  withToken(): Promise<Client>
}

export const prove = (client: Client, proof: object) =>
  client('POST', '/api/auth/reauthenticate', { body: proof })

export async function startProvers() {
  const company = await startCompany()
  const { service } = company
  const { app } = service
  let count = 0

  const rows = (statement: ReturnType<typeof sql>) =>
    service.deps.database.query((tx) => rowsOf<Record<string, any>>(tx, statement))

  /** Creates an account by somebody who has proved to be there. */
  async function account(role = 'creator', fields: object = { password: PASSWORD }) {
    const email = `prover-${++count}@example.com`
    const body = { email, name: `Account ${count}`, role, ...fields }
    const answer = await service.admin('POST', '/api/admin/users', { body })
    if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
    return { id: answer.body.id as number, email, password: PASSWORD, invitation: answer.body.invitation }
  }
  const signIn = async (email: string) => clientOf(app, await tokenOf(app, { email, password: PASSWORD }))

  /** An admin of the content. */
  async function contentAdmin() {
    const { email, id } = await account('admin')
    const prover: Prover = {
      signIn: async () => ({ client: await signIn(email), web: new WebBrowser(app) }),
      prove: ({ client }) => prove(client, { current_password: PASSWORD }),
      async withToken() {
        const body = {
          name: 'All',
          scopes: SCOPES,
          expires_at: '2099-01-01T00:00:00Z',
          current_password: PASSWORD,
        }
        const answer = await (await signIn(email))('POST', '/api/admin/tokens', { body })
        return clientOf(app, answer.body.token)
      },
    }
    return { ...prover, id, email }
  }

  /** The ticket of a new sign-in at the provider. */
  const ticketOf = async (web: WebBrowser, subject: string) =>
    ticketIn((await web.goAndComeBack(subject, '?reauth=1')).headers)

  /** The admin of procurement in sessions of this service, which began at the provider. */
  const procurementAdmin = (withToken: () => Promise<Client>): Prover => ({
    async signIn() {
      const web = new WebBrowser(app)
      return { client: clientOf(app, (await web.signIn('root')).body.token), web }
    },
    prove: async ({ client, web }) =>
      web.request('POST', '/api/auth/reauthenticate', {
        body: { provider_ticket: await ticketOf(web, 'root') },
        headers: { Authorization: `Bearer ${client.token}` },
      }),
    withToken,
  })

  /** Everything that a change without a proof could change. */
  const state = async () => [
    await rows(
      sql`select id, role, disabled, password_hash, token_version, person_id, connected_at from admin_users order by id`,
    ),
    await rows(sql`select purpose, user_id, id from account_links order by id`),
    await rows(sql`select account_id, secret, pending_secret from totp_factors order by account_id`),
    await rows(sql`select id, account_id from passkeys order by id`),
    await rows(sql`select id, disabled from users order by id`),
    await rows(sql`select user_id, role from user_roles order by user_id, role`),
    await rows(sql`select approver_id, substitute_id from substitutes order by id`),
    await rows(sql`select id, revoked_at from api_tokens where name <> 'All' order by id`),
    await rows(sql`select jti from revoked_tokens order by jti`),
  ]

  return {
    company,
    service,
    rows,
    account,
    signIn,
    contentAdmin,
    procurementAdmin,
    ticketOf,
    state,
    async [Symbol.asyncDispose]() {
      await company[Symbol.asyncDispose]()
    },
  }
}
