// The public forms without JavaScript: a browser posts the form and is redirected (303) to the contact page, which shows
// the confirmation, or the typed values with an error at each field.
import { getCookie, setCookie } from 'hono/cookie'
import type { Deps } from '../../deps.ts'
import { type MessageLanguage, messageLanguageOf, sentenceFor } from '../../messages/form-messages.ts'
import {
  deriveSubmissionKey,
  type FormName,
  findRefused,
  KEEP_SECONDS,
  keepRefused,
  type RefusedSubmission,
} from '../../messages/refused-submissions.ts'
import type { FormView } from '../../website/forms/form-field.ts'
import type { Language } from '../../website/view/language.ts'
import { pathTo } from '../../website/view/page-links.ts'
import type { AppContext } from '../requests/app-env.ts'
import { isUrlEncoded } from '../requests/request-body.ts'

/** Shows the results of both forms, because every page has the newsletter form. */
const PAGE = '/contact'
const COOKIE = 'refused_submission'

/** Whether a browser shows the response as a page: the form was not sent by a script, which wants JSON. */
export function isSentByPage(c: AppContext): boolean {
  const [mode, accept = ''] = [c.req.header('Sec-Fetch-Mode'), c.req.header('Accept')]
  if (!isUrlEncoded(c) || (mode && mode !== 'navigate')) return false
  return /text\/html/i.test(accept) || !/json/i.test(accept)
}

/** The languages of messages and pages that suit a visitor. */
export const messageLanguageOn = ({ tag }: Language): MessageLanguage => messageLanguageOf(tag) ?? 'en'

export type FormPages = ReturnType<typeof createFormPages>

export function createFormPages({ auth, database, clock, config }: Deps) {
  const ctx = { database, clock, key: deriveSubmissionKey(auth.tokenKey) }
  // The address is the service's own: one from the request would be an open redirect.
  const redirect = (c: AppContext, { language, form, result }: Redirection) => {
    const path = pathTo(PAGE, language)
    c.header('Cache-Control', 'no-store')
    return c.redirect(`${path}${path.includes('?') ? '&' : '?'}${result}#${form}-form`, 303)
  }

  return {
    redirectAccepted: (c: AppContext, form: FormName, language: Language) =>
      redirect(c, { language, form, result: `sent=${form}` }),

    /** Keeps the submission for its page. Throws 503. */
    async redirectRefused(c: AppContext, submission: RefusedSubmission, language: Language) {
      const { id, secret } = await keepRefused(ctx, submission)
      setCookie(c, COOKIE, secret, {
        path: PAGE,
        maxAge: KEEP_SECONDS,
        httpOnly: true,
        sameSite: 'Lax',
        secure: config.site.url.startsWith('https:'),
      })
      return redirect(c, { language, form: submission.form, result: `form=${id}` })
    },

    /**
     * The forms as the contact page shows them after a redirect, or null for an ordinary request. A page with them must
     * not be cached. Throws 503.
     */
    async shownForms(c: AppContext, language: Language): Promise<Record<FormName, FormView> | null> {
      const empty = { contact: { language }, newsletter: { language } }
      const [sent, id] = [c.req.query('sent'), c.req.query('form')]
      if (sent === 'contact' || sent === 'newsletter') return { ...empty, [sent]: { language, isDone: true } }
      const refused = id && (await findRefused(ctx, { id, secret: getCookie(c, COOKIE) ?? null }))
      if (!refused) return null
      const { form, values, issues } = refused
      const errors = Object.fromEntries(
        issues.map((issue) => [issue.path, sentenceFor(issue, messageLanguageOn(language))]),
      )
      return { ...empty, [form]: { language, values, errors } }
    },
  }
}

type Redirection = { language: Language; form: FormName; result: string }
