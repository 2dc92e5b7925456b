import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { announce } from '../../app/design/announce.ts'
import { Button } from '../../app/design/button.tsx'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { Notice } from '../../app/design/notice.tsx'
import { useFormat } from '../../app/design/use-format.ts'
import { useWords } from '../../app/words/words-context.tsx'
import type { FormValues } from '../state/use-form-values.ts'
import type { Tabs } from './record-tabs.ts'
import type { Kept, Leftover } from './use-kept-changes.ts'
import type { Saving } from './use-saving.ts'

const load = () => import('./kept-dialog.tsx')
const KeptDialog = lazyPart(() => load().then((module) => module.KeptDialog))

type KeptNoticesProps = { form: FormValues; restore: Saving['merging']['restore']; kept: Kept }

/** Offers changes that were typed and not saved, and tells of other tabs and of a browser that cannot keep changes. */
export function KeptNotices({ form, restore, kept, tabs }: KeptNoticesProps & { tabs: Tabs }) {
  const t = useWords('autosave')
  useSpoken(kept.isWorking ? null : t('not_kept'))
  const { resource, state } = form
  const isDraft = state.isDraft || (resource.publishable && state.loaded.status === 'draft')
  const others = t(!isDraft ? 'other_tab' : tabs.isWriter ? 'other_tab_waits' : 'other_tab_saves')
  useSpoken(tabs.hasOthers ? others : null)
  return (
    <>
      {tabs.hasOthers && (
        <Notice icon="info" tone="warning">
          {others}
        </Notice>
      )}
      {!kept.isWorking && (
        <Notice icon="warning" tone="warning">
          {t('not_kept')}
        </Notice>
      )}
      {kept.leftovers.map((leftover) => (
        <KeptNotice key={leftover.key} {...{ form, restore, kept, leftover }} />
      ))}
    </>
  )
}

function KeptNotice({ form, restore, kept, leftover }: KeptNoticesProps & { leftover: Leftover }) {
  const t = useWords('autosave')
  const { formatInstant } = useFormat()
  const [isShown, setShown] = useState(false)
  // It must be there when the service cannot be reached.
  useEffect(() => void load().catch(() => {}), [])
  const at = new Date(leftover.at)
  const isToday = at.toDateString() === new Date().toDateString()
  const time = formatInstant(at.toISOString(), isToday ? 'time' : 'date-time')
  useSpoken(t('kept', { time }))
  const bringBack = async () => {
    setShown(false)
    const isRestored = flushSync(() => restore(leftover))
    if (!isRestored) return
    announce(t('restored'))
    // This waits until they are kept for this form as well.
    await kept.settled()
    await kept.remove(leftover)
  }
  const discard = async () => {
    setShown(false)
    await kept.remove(leftover)
    announce(t('discarded'))
  }
  const actions = (
    <>
      <Button size="small" onPress={() => void bringBack()}>
        {t('restore')}
      </Button>
      <Button size="small" onPress={() => void discard()}>
        {t('discard')}
      </Button>
    </>
  )
  return (
    <>
      <Notice
        icon="history"
        tone="warning"
        action={
          <>
            <Button size="small" onPress={() => setShown(true)}>
              {t('show')}
            </Button>
            {actions}
          </>
        }
      >
        {t('kept', { time })}
      </Notice>
      {isShown && (
        <KeptDialog
          title={t('differences', { time })}
          fields={form.model.fields}
          leftover={leftover}
          actions={actions}
          onClose={() => setShown(false)}
        />
      )}
    </>
  )
}

/** Speaks a text once it appears. */
function useSpoken(text: string | null) {
  useEffect(() => {
    if (text !== null) announce(text)
  }, [text])
}
