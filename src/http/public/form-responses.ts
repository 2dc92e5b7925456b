// Answers submissions: with JSON in the visitor's language, or for a page's own form with the contact page, or with a notice
// where the site has no such page.
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { Deps } from '../../deps.ts'
import { type MessageLanguage, sentenceFor, tooManySentence } from '../../messages/form-messages.ts'
import type { FormName } from '../../messages/refused-submissions.ts'
import { AppError } from '../../text/errors.ts'
import { formLabelsFor } from '../../website/labels/form-labels.ts'
import type { Language } from '../../website/view/language.ts'
import type { AppContext } from '../requests/app-env.ts'
import { type FormPages, isSentByPage, messageLanguageOn } from '../responses/form-pages.ts'

const DONE = { ok: true }
const PRIVATE = { 'Cache-Control': 'no-store' }

type Notice = {
  language: Language
  heading: string
  sentences: string[]
  headers: Record<string, string>
}

type Refused = {
  form: FormName
  fields: Record<string, unknown>
  page: Language
  /** Null: the visitor prefers no language that there are messages in. */
  message: MessageLanguage | null
}

export function createFormResponses({ pages }: Deps, formPages: FormPages) {
  const hasPage = pages.has('contact')

  async function sendNotice(c: AppContext, status: ContentfulStatusCode, notice: Notice) {
    const { language, heading, sentences, headers } = notice
    const page = await pages.notice(language, { heading, sentences })
    return c.body(page.body.identity.bytes, status, {
      ...headers,
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Language': language.tag,
      'Content-Security-Policy': page.policy,
      'Cache-Control': 'no-store',
    })
  }

  return {
    /** Throws `error` again, in the visitor's language, unless a page answers it. */
    async refuse(c: AppContext, error: AppError, { form, fields, page, message }: Refused) {
      const issues = error.errors ?? []
      if (!isSentByPage(c)) throw translate(c, error, message ?? 'en')
      if (error.status === 422 && hasPage)
        return formPages.redirectRefused(c, { form, values: textsOf(fields), issues }, page)
      const { notSent, goBack } = formLabelsFor(page.tag)
      const sentences = [...reasonsOf(c, error, page), goBack]
      return sendNotice(c, error.status, {
        language: page,
        heading: notSent,
        sentences,
        headers: error.headers,
      })
    },

    accept(c: AppContext, form: FormName, language: Language) {
      if (!isSentByPage(c)) return c.json(DONE, 201, PRIVATE)
      if (hasPage) return formPages.redirectAccepted(c, form, language)
      const { sent, subscribed } = formLabelsFor(language.tag)
      const heading = form === 'contact' ? sent : subscribed
      return sendNotice(c, 200, { language, heading, sentences: [], headers: {} })
    },
  }
}

function reasonsOf(c: AppContext, error: AppError, language: Language): string[] {
  const [labels, spoken] = [formLabelsFor(language.tag), messageLanguageOn(language)]
  if (error.errors) return error.errors.map((issue) => sentenceFor(issue, spoken))
  if (error.status === 429) return [tooManySentence(waitOf(c, error), spoken)]
  if (error.status === 413) return [labels.tooLong]
  return [error.status >= 500 ? labels.unavailable : labels.unreadable]
}

function translate(c: AppContext, error: AppError, language: MessageLanguage): AppError {
  const { code, cause, headers: sent } = error
  const headers = { ...sent, 'Content-Language': language }
  if (code === 'too_many_requests')
    return new AppError(code, tooManySentence(waitOf(c, error), language), { cause, headers })
  if (code !== 'validation_failed' || !error.errors) return error
  const errors = error.errors.map((issue) => ({ ...issue, message: sentenceFor(issue, language) }))
  return new AppError(code, errors.map(({ message }) => message).join(' '), { cause, headers, errors })
}

/** Seconds until the next attempt; hono-rate-limiter sets the header itself. */
const waitOf = (c: AppContext, { headers }: AppError) =>
  Number(headers['Retry-After'] ?? c.res.headers.get('Retry-After') ?? 60)

/** The typed texts; a field that was sent twice keeps its first one. */
const textsOf = (fields: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(fields)
      .map(([name, value]) => [name, Array.isArray(value) ? value[0] : value])
      .filter(([name, value]) => name !== 'website' && typeof value === 'string'),
  )
