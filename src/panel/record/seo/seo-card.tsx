import { useRef } from 'react'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { hasSeo } from '../../records/publication.ts'
import { useRecordFrame, useRecordValues } from '../../records/record-context.ts'
import { useSoon } from './use-soon.ts'

const SeoPanel = lazyPart(() => import('./seo-panel.tsx').then(({ SeoPanel }) => SeoPanel))

/** In the form of records that are pages which search engines show. */
export function SeoCard() {
  const { resource } = useRecordFrame()
  return hasSeo(resource) && <LoadedCard />
}

function LoadedCard() {
  const { resource, recordId } = useRecordFrame()
  const values = useRecordValues()
  const card = useRef<HTMLDivElement>(null)
  const isSoon = useSoon(card)
  return (
    <div className="card seo-card" ref={card}>
      {isSoon && (
        <SeoPanel
          resource={resource}
          recordId={recordId === null ? null : String(recordId)}
          values={values}
        />
      )}
    </div>
  )
}
