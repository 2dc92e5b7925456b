// The primary language of the import is that of the service: its fields without a suffix hold it.
import { subtagOf } from '../read/site-languages.ts'
import { ExportError } from '../read/wordpress-export.ts'

type Languages = {
  /** The tag in `--language`, or null. */
  requested: string | null
  /** The tag in the file; empty if it names none. */
  exported: string
  /** The primary language of the service. */
  service: string
}

/** The tag of the primary language (BCP 47). Throws ExportError if the file or `--language` names another one. */
export function agreeOnLanguage({ requested, exported, service }: Languages): string {
  const language = requested ?? (exported || service)
  if (subtagOf(language) === subtagOf(service)) return service
  const named = requested ?? exported
  const subtag = subtagOf(named)
  const differs = `in ${named}, but the primary language of the service is ${service}`
  const start = `start the service with SITE_PRIMARY_LANGUAGE=${subtag}`
  const give = `give --language ${subtagOf(service)}`
  // English has fields of its own, so the service refuses it as its primary language.
  if (subtag === 'en')
    throw new ExportError(
      requested === null
        ? `${differs}, and English cannot be it: ${give} to import its texts as that language, and translate them afterwards`
        : `to be imported ${differs}, and English cannot be it: leave --language out, or ${give}`,
    )
  throw new ExportError(
    requested === null
      ? `${differs}: ${start}, or ${give} if its texts are in that language`
      : `to be imported ${differs}: ${start}, or leave --language out`,
  )
}
