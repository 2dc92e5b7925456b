import { useQuery } from '@tanstack/react-query'
import type { LanguageKey } from '../../../text/content-language.ts'
import { parseKeyphrase } from '../../../text/seo-analysis/keyphrase.ts'
import { languageOf } from '../../../text/seo-analysis/language.ts'
import { parseDocument } from '../../../text/seo-analysis/parse-document.ts'
import { useApi } from '../../app/api/api.ts'
import { requireScript } from '../../app/api/missing-scripts.ts'
import { announce } from '../../app/design/announce.ts'
import { Button } from '../../app/design/button.tsx'
import { useDebounced } from '../../app/design/use-debounced.ts'
import { useWords } from '../../app/words/words-context.tsx'
import { useFormEditors } from '../../editor/form-editors.ts'
import type { SeoTexts } from './form-seo-texts.ts'
import { mergeHits, pathOfHref } from './merge-hits.ts'

type LinkSuggestionsProps = {
  /** The rich text that gets the links. */
  field: string
  side: LanguageKey
  texts: SeoTexts
  ownPath: string
}

const loadInsertLink = () => import('./insert-link.ts')

const MAX_SUGGESTIONS = 5
/** Some are left out again: the page itself, and those that the text links to. */
const ASKED = MAX_SUGGESTIONS + 10
const MAX_WORDS = 3

/** Pages of the site about the keyphrase that the text does not link to yet. */
export function LinkSuggestions({ field, side, texts, ownPath }: LinkSuggestionsProps) {
  const t = useWords('seo')
  const editors = useFormEditors()
  const { language, content, siteUrl } = texts
  const keyphrase = useDebounced(texts.keyphrase?.trim() ?? '', 600)
  const hits = useHits(keyphrase, language)
  const linked = new Set(parseDocument(content ?? '').links.map(({ href }) => pathOfHref(href, siteUrl)))
  const suggestions = hits
    .filter(({ path }) => path !== pathOfHref(ownPath, siteUrl) && !linked.has(path))
    .slice(0, MAX_SUGGESTIONS)
  if (suggestions.length === 0) return null
  const insert = async (title: string, path: string) => {
    const editor = editors.get(field)
    if (!editor) return
    editors.reveal(side)
    const { insertLink } = await requireScript(loadInsertLink)
    announce(t(insertLink(editor, { title, path }) ? 'selection_linked' : 'link_inserted', { title }))
  }
  return (
    <section className="link-suggestions" aria-label={t('link_suggestions')}>
      <h4 className="checks-heading">{t('link_suggestions')}</h4>
      <p className="muted small">{t('link_suggestions_text')}</p>
      <ul>
        {suggestions.map(({ title, path }) => (
          <li key={path}>
            <span className="suggestion" lang={language} dir="auto">
              {title}
            </span>
            <Button
              size="small"
              icon="link"
              aria-label={t('insert_link_to', { title })}
              onPress={() => void insert(title, path)}
            >
              {t('insert_link')}
            </Button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Pages with all words of the keyphrase first, then those with the most of them. */
function useHits(keyphrase: string, language: string) {
  const api = useApi()
  const { data = [] } = useQuery({
    queryKey: ['search', 'suggestions', keyphrase, language],
    enabled: keyphrase !== '',
    staleTime: 60_000,
    queryFn: async () => {
      const words = parseKeyphrase(keyphrase, languageOf(language))?.words.slice(0, MAX_WORDS) ?? []
      const queries = new Set([keyphrase, ...words])
      const search = (q: string) => api.search(q, { lang: language, page: 1, per_page: ASKED })
      const answers = await Promise.all([...queries].map(search))
      return mergeHits(answers.map(({ items }) => items))
    },
  })
  return data
}
