import { useState } from 'react'
import { useSession } from '../../app/api/api.ts'

/** Settings and small things: "Save" publishes them, unless the account chooses otherwise. */
const PUBLISHED_BY_SAVE = [
  'article-categories',
  'contact-info',
  'redirects',
  'seo-meta',
  'site-settings',
  'social-links',
  'statistics',
]

/**
 * Whether changes of a live record of this resource are kept as a draft until "Publish changes"; otherwise "Save"
 * publishes it. The choice is kept in the browser, by account, as the service keeps no settings of accounts.
 */
export function useKeepsDrafts(resource: string): [boolean, (next: boolean) => void] {
  const { user } = useSession()
  const key = `frontage-saving ${user.kind ?? 'account'} ${user.id} ${resource}`
  const [choice, setChoice] = useState(() => localStorage.getItem(key))
  return [
    choice === null ? !PUBLISHED_BY_SAVE.includes(resource) : choice === 'drafts',
    (next) => {
      const chosen = next ? 'drafts' : 'publishes'
      localStorage.setItem(key, chosen)
      setChoice(chosen)
    },
  ]
}
