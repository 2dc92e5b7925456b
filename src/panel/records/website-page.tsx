// The website's address of a record, and of all records of a kind.
import type { ReactNode } from 'react'
import type { ResourceDescription } from '../../client/index.ts'
import { pathOfPage } from '../../text/site-pages.ts'
import { useSchema } from '../app/api/api.ts'
import { websiteOrigin } from '../app/api/website-origin.ts'
import { Icon } from '../app/design/icon.tsx'
import { useLabel, useLanguage, useWords } from '../app/words/words-context.tsx'
import { publicationOf } from './publication.tsx'

type Values = Record<string, unknown>

/** The path of the page that shows a record to visitors now: its own, or one of its kind; null without one. */
export function pathOnWebsite(resource: ResourceDescription, record: Values): string | null {
  const { page_path, publishable, shown_at } = resource
  if (record.hidden === true || (publishable && publicationOf(record) !== 'published')) return null
  if (page_path !== null) return typeof record.slug === 'string' ? page_path + encodeURI(record.slug) : null
  return typeof record.page_key === 'string' ? pathOfPage(record.page_key) : shown_at
}

/** Makes the address of a path on the website, in the language of the interface where the website has it. */
export function useWebsiteAddress() {
  const { languages } = useSchema()
  const { language } = useLanguage()
  const isFurther = languages.includes(language) && languages[0] !== language
  return (path: string) => `${websiteOrigin()}${path}${isFurther ? `?lang=${language}` : ''}`
}

type ViewLinkProps = { resource: ResourceDescription; record: Values }

/** "View on the website", for a stored record that visitors can see. */
export function ViewLink({ resource, record }: ViewLinkProps) {
  const t = useWords('shell')
  const addressOf = useWebsiteAddress()
  const path = pathOnWebsite(resource, record)
  if (path === null) return null
  return (
    <a
      className="button button-secondary button-small"
      href={addressOf(path)}
      target="_blank"
      rel="noreferrer"
    >
      <Icon name="external" />
      <span className="button-text">{t('view_page')}</span>
    </a>
  )
}

type HelpProps = { resource: ResourceDescription; children?: ReactNode }

/** The place of a resource's records on the website, more of what helps, and a link there. */
export function ResourceHelp({ resource: { help, shown_at }, children }: HelpProps) {
  const t = useWords('shell')
  const label = useLabel()
  const addressOf = useWebsiteAddress()
  return (
    <>
      {help && label(help)} {children}
      {children && ' '}
      {shown_at && (
        <a className="link" href={addressOf(shown_at)} target="_blank" rel="noreferrer">
          {t('view_page')}
        </a>
      )}
    </>
  )
}
