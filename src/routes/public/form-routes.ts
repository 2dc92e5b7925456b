// POST /api/contact      {name, email, phone?, subject?, message, locale?}
// POST /api/newsletter   {email, name?, locale?}
// Both take JSON and HTML forms; `website` is the honeypot.
import { Hono } from 'hono'
import type { Deps } from '../../deps.ts'
import { isSpam } from '../../forms/honeypot.ts'
import { contactForm, submitContact } from '../../forms/submit-contact.ts'
import { newsletterForm, subscribe } from '../../forms/subscribe.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { readForm } from '../../http/request-body.ts'
import { parseInput } from '../../parse-input.ts'

const DONE = { ok: true }
const PRIVATE = { 'Cache-Control': 'no-store' }

export function formRoutes(deps: Deps) {
  const { database, clock, analytics } = deps
  return new Hono<AppEnv>()
    .post('/contact', async (c) => {
      const form = parseInput(contactForm, await readForm(c))
      await submitContact({ database, clock }, form)
      if (!isSpam(form)) analytics.event('contact')
      return c.json(DONE, 201, PRIVATE)
    })
    .post('/newsletter', async (c) => {
      const form = parseInput(newsletterForm, await readForm(c))
      await subscribe({ database, clock }, form)
      if (!isSpam(form)) analytics.event('newsletter')
      return c.json(DONE, 201, PRIVATE)
    })
}
