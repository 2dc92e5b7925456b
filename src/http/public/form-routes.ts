// POST /api/contact      {name, email, phone?, subject?, message, locale?, page?}
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
import { AppError } from '../../text/errors.ts'
import { parseInput } from '../../text/parse-input.ts'
import { bothLimits, malformedLimit, rateLimit } from '../middleware/rate-limit.ts'
import { acceptedLanguage } from '../requests/accepted-language.ts'
import type { AppContext, AppEnv } from '../requests/app-env.ts'
import { MAX_FORM_BYTES } from '../requests/body-limits.ts'
import { isUrlEncoded, oncePerRequest, readForm } from '../requests/request-body.ts'
import { createFormPages } from '../responses/form-pages.ts'
import type { RouteGroup } from '../route-group.ts'
import { createFormResponses } from './form-responses.ts'

/** Valid submissions of one form by one client; those that fail validation have the limit of `malformedLimit`. */
const SUBMISSIONS = { max: 5, windowMs: 15 * 60_000 }

type Fields = Record<string, unknown>

type Form<Schema extends z.ZodObject> = {
  name: FormName
  schema: Schema
  store(deps: Deps, form: z.output<Schema>, c: AppContext): Promise<void>
}

function formGroup<Schema extends z.ZodObject>({ name, schema, store }: Form<Schema>): RouteGroup {
  const readBody = oncePerRequest(async (c) => {
    const body = await readForm(c)
    // An HTML form also sends the name of its button.
    return isUrlEncoded(c) ? onlyKnown(schema, body as Fields) : body
  })
  const read = oncePerRequest(async (c) => parseInput(schema, await readBody(c)))
  const fieldsOf = async (c: AppContext): Promise<Fields> => {
    const body = await readBody(c).catch(() => null)
    return typeof body === 'object' && body !== null ? (body as Fields) : {}
  }
  const responsesOf = (deps: Deps) => createFormResponses(deps, createFormPages(deps))

  return {
    paths: [`/api/${name}`],
    authentication: 'none',
    cors: 'listed-origins',
    maxBodyBytes: MAX_FORM_BYTES,
    limit: bothLimits(malformedLimit({ name, bucket: name, read }), rateLimit(name, SUBMISSIONS)),
    operations: async () => (await import('./form-paths.ts')).formPaths(name),
    routes: (deps) => {
      const responses = responsesOf(deps)
      return new Hono<AppEnv>().post(`/api/${name}`, async (c) => {
        const form = await read(c)
        await store(deps, form, c)
        if (!isSpam(form)) deps.analytics.event(name)
        return responses.accept(c, name, languagesOf(deps, c, await fieldsOf(c)).page)
      })
    },
    onError: (deps) => {
      const responses = responsesOf(deps)
      return async (error, c) => {
        if (!(error instanceof AppError)) throw error
        const fields = await fieldsOf(c)
        return responses.refuse(c, error, { form: name, fields, ...languagesOf(deps, c, fields) })
      }
    },
  }
}

/** The language of the form, or else the browser's. */
function languagesOf({ pages }: Deps, c: AppContext, { locale }: Fields) {
  const header = c.req.header('Accept-Language')
  const { all, primary } = pages.languages
  const wanted =
    typeof locale === 'string' && locale
      ? locale
      : acceptedLanguage(
          header,
          all.map(({ tag }) => tag.split('-')[0]!),
        )
  const spoken = messageLanguageOf(wanted)
  return {
    page: all.find(({ tag }) => messageLanguageOf(tag) === spoken) ?? primary,
    message: messageLanguageOf(locale) ?? acceptedLanguage(header, messageLanguages),
  }
}

const contextOf = ({ database, clock, mail }: Deps) => ({ database, clock, mail: mail.outbox })

export const formGroups = [
  formGroup({
    name: 'contact',
    schema: contactForm,
    store: (deps, form, c) => {
      const ctx = { ...contextOf(deps), site: deps.config.site.url }
      return submitContact(ctx, { ...form, referer: c.req.header('Referer') })
    },
  }),
  formGroup({
    name: 'newsletter',
    schema: newsletterForm,
    store: (deps, form) => subscribe(contextOf(deps), form),
  }),
]

const onlyKnown = (schema: z.ZodObject, fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => Object.hasOwn(schema.shape, name)))
