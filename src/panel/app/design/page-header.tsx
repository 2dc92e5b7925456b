import { type ReactNode, useEffect } from 'react'
import { Link } from 'wouter'
import { useSession } from '../api/use-session.ts'
import { useWords } from '../words/words-context.tsx'

export type Crumb = { label: string; href: string }

type PageHeaderProps = {
  title: string
  /** The way to this page, without the page itself. The overview is added in front. */
  crumbs?: readonly Crumb[]
  /** A part beside the title, such as the state of a record. */
  status?: ReactNode
  description?: ReactNode
  actions?: ReactNode
  /** The overview itself, which no way leads to. */
  isRoot?: boolean
}

/** The top of each screen, with its `h1`; sets the title of the document. */
export function PageHeader({ title, crumbs = [], status, description, actions, isRoot }: PageHeaderProps) {
  const t = useWords('shell')
  const { user } = useSession()
  // Without a role in the content there is no overview.
  const way = user.role === null ? crumbs : [{ label: t('overview'), href: '/' }, ...crumbs]
  useEffect(() => {
    document.title = `${title} · Frontage`
  }, [title])
  return (
    <header className="page-header">
      {!isRoot && way.length > 0 && (
        <nav aria-label={t('breadcrumbs')}>
          <ol className="breadcrumbs">
            {way.map(({ label, href }) => (
              <li key={href} className="breadcrumb">
                <Link href={href}>{label}</Link>
              </li>
            ))}
          </ol>
        </nav>
      )}
      <div className="page-header-row">
        <div className="page-title">
          <h1 tabIndex={-1} dir="auto">
            {title}
          </h1>
          {status}
        </div>
        {description && <p className="page-description">{description}</p>}
        {actions && <div className="page-actions">{actions}</div>}
      </div>
    </header>
  )
}
