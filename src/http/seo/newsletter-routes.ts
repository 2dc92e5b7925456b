// GET POST /newsletter/confirm?token       confirms a subscription
// GET POST /newsletter/unsubscribe?token   ends it; also the one-click address of RFC 8058
// A GET changes nothing, since mail servers follow links to scan them; a POST needs nothing but the token.
import { Hono } from 'hono'
import { z } from 'zod'
import type { Deps } from '../../deps.ts'
import {
  confirmSubscription,
  readConfirmation,
  readUnsubscription,
  type SubscriptionContext,
  unsubscribe,
} from '../../messages/confirm-subscription.ts'
import { type NewsletterLabels, newsletterLabelsFor } from '../../website/labels/newsletter-labels.ts'
import type { NoticeTexts } from '../../website/pages/not-found-page.ts'
import { pathTo } from '../../website/view/page-links.ts'
import { operations, type Paths } from '../openapi/describe-operation.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import type { RouteGroup } from '../route-group.ts'
import { languageOf, sendPrivate } from './send-page.ts'

type State = 'open' | 'done' | 'invalid'

type Action = {
  path: string
  read(ctx: SubscriptionContext, token: string): Promise<State>
  run(ctx: SubscriptionContext, token: string): Promise<boolean>
  texts(labels: NewsletterLabels): Record<State, NoticeTexts> & { button: string }
}

const actions: Action[] = [
  {
    path: '/newsletter/confirm',
    read: readConfirmation,
    run: confirmSubscription,
    texts: (labels) => ({
      open: { heading: labels.confirm, sentences: [labels.confirmHint] },
      done: { heading: labels.confirmed, sentences: [labels.confirmedHint] },
      invalid: { heading: labels.invalid, sentences: [labels.invalidHint] },
      button: labels.confirmButton,
    }),
  },
  {
    path: '/newsletter/unsubscribe',
    read: readUnsubscription,
    run: unsubscribe,
    texts: (labels) => ({
      open: { heading: labels.unsubscribe, sentences: [labels.unsubscribeHint] },
      done: { heading: labels.unsubscribed, sentences: [labels.unsubscribedHint] },
      invalid: { heading: labels.invalid, sentences: [labels.unknownHint] },
      button: labels.unsubscribe,
    }),
  },
]

export const newsletterGroup: RouteGroup = {
  paths: actions.map(({ path }) => path),
  authentication: 'none',
  cors: 'none',
  // The body of a POST is not read: the token is in the address.
  maxBodyBytes: 0,
  operations: newsletterPaths,
  routes: newsletterRoutes,
}

function newsletterRoutes({ database, clock, mail, pages }: Deps) {
  const ctx: SubscriptionContext = { database, clock, mail: mail.outbox }
  const tokenOf = (c: AppContext) => c.req.query('token') ?? ''

  async function send(c: AppContext, { path, texts }: Action, state: State) {
    const language = languageOf(c, pages)
    const { button, ...notices } = texts(newsletterLabelsFor(language.tag))
    // A token from a valid signature needs no encoding.
    const target = `${pathTo(path, language)}${language.isPrimary ? '?' : '&'}token=${tokenOf(c)}`
    const page = await pages.standalone(language, {
      ...notices[state],
      ...(state === 'open' && { button: { action: target, label: button } }),
    })
    return sendPrivate(c, page, state === 'invalid' ? 404 : 200)
  }

  const routes = new Hono<AppEnv>()
  for (const action of actions) {
    routes.get(action.path, async (c) => send(c, action, await action.read(ctx, tokenOf(c))))
    routes.post(action.path, async (c) =>
      send(c, action, (await action.run(ctx, tokenOf(c))) ? 'done' : 'invalid'),
    )
  }
  return routes
}

function newsletterPaths(): Paths {
  const query = z.object({
    token: z.string().optional().meta({ description: 'From the link in a mail.' }),
    lang: z.string().optional().meta({ description: '`en` for English; by default the primary language.' }),
  })

  const html = { 'text/html': { schema: { type: 'string' as const } } }
  const page = {
    '200': { description: 'A page that offers the step, or says that it is done.', content: html },
    '404': { description: 'A page that says that the link is not valid any more.', content: html },
  }

  const pages = { tag: 'Pages', query, responses: page } as const

  return operations(pages, {
    'GET /newsletter/confirm': {
      id: 'page-newsletter-confirm',
      summary: 'Get the page that confirms a subscription; changes nothing',
    },
    'POST /newsletter/confirm': {
      id: 'confirmSubscription',
      summary: 'Confirm a subscription',
      description: 'The body is not read.',
    },
    'GET /newsletter/unsubscribe': {
      id: 'page-newsletter-unsubscribe',
      summary: 'Get the page that ends a subscription; changes nothing',
    },
    'POST /newsletter/unsubscribe': {
      id: 'unsubscribe',
      summary: 'End a subscription',
      description:
        'Also the one-click address of `List-Unsubscribe` (RFC 8058). The body is not read; the token is enough.',
    },
  })
}
