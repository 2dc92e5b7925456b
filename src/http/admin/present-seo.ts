import type { SeoReport } from '../../text/seo-analysis/analyze-seo.ts'
import { messageOf } from '../../text/seo-analysis/check-messages.ts'

/** The reports with a message for each check, in both languages of the admin panel. */
export const presentSeo = (reports: Record<string, SeoReport | null>) => ({
  languages: Object.fromEntries(
    Object.entries(reports).map(([language, report]) => [
      language,
      report && {
        ...report,
        checks: report.checks.map((check) => ({ ...check, message: messageOf(check) })),
      },
    ]),
  ),
})
