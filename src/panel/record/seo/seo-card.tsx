import { type RefObject, useEffect, useRef, useState } from 'react'
import { lazyPart } from '../../app/design/lazy-part.tsx'
import { untilReady } from '../../app/design/use-ready.ts'
import { hasSeo } from '../../records/publication.tsx'
import { useRecordFrame, useRecordValues } from '../../records/record-context.ts'

const SeoPanel = lazyPart(() => import('./seo-panel.tsx').then(({ SeoPanel }) => SeoPanel))

/** The card in the form of records that are pages which search engines show. */
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

const REST_MS = 2_000

/**
 * False at first, so that what stands far down in a form is not loaded before the form itself can be used. True once the
 * element comes near the view, the form is being used, or nothing happened for a while since it can be.
 */
function useSoon(element: RefObject<HTMLElement | null>): boolean {
  const [isSoon, setSoon] = useState(false)
  useEffect(() => {
    const begin = () => setSoon(true)
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && begin(),
      { rootMargin: '400px' },
    )
    let timer: ReturnType<typeof setTimeout> | undefined
    let isGone = false
    void untilReady().then(() => {
      if (isGone) return
      // An earlier measurement would be wrong: everything is near the view while parts are loading.
      if (element.current) observer.observe(element.current)
      timer = setTimeout(begin, REST_MS)
    })
    addEventListener('input', begin, { once: true })
    return () => {
      isGone = true
      observer.disconnect()
      clearTimeout(timer)
      removeEventListener('input', begin)
    }
  }, [element])
  return isSoon
}
