// POST /api/contact      {name, email, phone?, subject?, message, locale?}
// POST /api/newsletter   {email, name?, locale?}
// Both take JSON and HTML forms; `website` is the honeypot. A form posted by a page is answered with a redirect.
import { Hono } from 'hono'
import type { z } from 'zod'
import { createMalformedLimit } from '../../db/malformed-limit.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { messageLanguageOf, messageLanguages } from '../../forms/form-messages.ts'
import { isSpam } from '../../forms/honeypot.ts'
import type { FormName } from '../../forms/refused-submissions.ts'
import { contactForm, submitContact } from '../../forms/submit-contact.ts'
import { newsletterForm, subscribe } from '../../forms/subscribe.ts'
import { acceptedLanguage } from '../../http/accepted-language.ts'
import type { AppContext, AppEnv } from '../../http/app-env.ts'
import { createFormPages } from '../../http/form-pages.ts'
import { rateLimit } from '../../http/middleware/rate-limit.ts'
import { isUrlEncoded, readForm } from '../../http/request-body.ts'
import { parseInput } from '../../parse-input.ts'
import { createFormResponses } from './form-responses.ts'

/** Of one form, by one client; submissions that fail validation have the limit of `createMalformedLimit`. */
const SUBMISSIONS = { max: 5, windowMs: 15 * 60_000 }

type Fields = Record<string, unknown>

export function formRoutes(deps: Deps) {
  const { database, clock, analytics, limits, metrics, pages } = deps
  const context = { database, clock, mail: deps.mail.outbox }
  const responses = createFormResponses(deps, createFormPages(deps))

  function submission<Schema extends z.ZodObject>(
    name: FormName,
    schema: Schema,
    store: (form: z.output<Schema>) => Promise<void>,
  ) {
    const limitSubmissions = rateLimit(deps, name, SUBMISSIONS)
    const limitMalformed = createMalformedLimit(limits, name)

    return async (c: AppContext) => {
      let fields: Fields = {}
      const read = async () => {
        const body = await readForm(c)
        // An HTML form also sends the name of its button.
        const known = isUrlEncoded(c) ? onlyKnown(schema, body as Fields) : body
        if (typeof known === 'object' && known !== null) fields = known as Fields
        return parseInput(schema, known)
      }
      try {
        const form = await limitMalformed(c.get('client'), read).catch((error: unknown) => {
          if (error instanceof AppError && error.status === 429) metrics.rateLimited(name)
          throw error
        })
        await limitSubmissions(c, async () => {})
        await store(form)
        if (!isSpam(form)) analytics.event(name)
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        return responses.refuse(c, error, { form: name, fields, ...languagesOf(c, fields) })
      }
      return responses.accept(c, name, languagesOf(c, fields).page)
    }
  }

  /** The language of the form, or else the browser's. */
  function languagesOf(c: AppContext, { locale }: Fields) {
    const header = c.req.header('Accept-Language')
    const { primary, english } = pages.languages
    const wanted =
      typeof locale === 'string' && locale
        ? locale
        : acceptedLanguage(header, [primary.tag.split('-')[0]!, 'en'])
    const isEnglish = messageLanguageOf(wanted) === 'en' && messageLanguageOf(primary.tag) !== 'en'
    return {
      page: isEnglish ? english : primary,
      message: messageLanguageOf(locale) ?? acceptedLanguage(header, messageLanguages),
    }
  }

  return new Hono<AppEnv>()
    .post(
      '/contact',
      submission('contact', contactForm, (form) => submitContact(context, form)),
    )
    .post(
      '/newsletter',
      submission('newsletter', newsletterForm, (form) => subscribe(context, form)),
    )
}

const onlyKnown = (schema: z.ZodObject, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(schema.shape, name)))
