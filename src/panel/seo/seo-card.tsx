import { lazy, Suspense } from 'react'
import { useRecordFrame, useRecordValues } from '../fields/record-context.ts'
import { hasSeo } from './seo-input.ts'

const SeoPanel = lazy(() => import('./seo-panel.tsx').then(({ SeoPanel }) => ({ default: SeoPanel })))

/** In the form of records that carry what search engines show. */
export function SeoCard() {
  const { resource, recordId } = useRecordFrame()
  const values = useRecordValues()
  if (!hasSeo(resource)) return null
  return (
    <div className="card seo-card">
      <Suspense fallback={null}>
        <SeoPanel
          resource={resource}
          recordId={recordId === null ? null : String(recordId)}
          values={values}
        />
      </Suspense>
    </div>
  )
}
