// POST /api/contact      {name, email, phone?, subject?, message, locale?}
// POST /api/newsletter   {email, name?, locale?}
// Both take JSON and HTML forms; `website` is the honeypot. A form posted by a page is answered with a redirect.
import { Hono } from 'hono'
import type { z } from 'zod'
import type { Deps } from '../../deps.ts'
import { messageLanguageOf, messageLanguages } from '../../messages/form-messages.ts'
import { isSpam } from '../../messages/honeypot.ts'
import type { FormName } from '../../messages/refused-submissions.ts'
import { contactForm, submitContact } from '../../messages/submit-contact.ts'
import { newsletterForm, subscribe } from '../../messages/subscribe.ts'
import { createMalformedLimit } from '../../platform/db/malformed-limit.ts'
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { rateLimit } from '../middleware/rate-limit.ts'
import { acceptedLanguage } from '../requests/accepted-language.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { isUrlEncoded, readForm } from '../requests/request-body.ts'
import { createFormPages } from '../responses/form-pages.ts'
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
