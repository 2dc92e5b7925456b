let loading: Promise<void> | null = null

/** Loads `screens.css`, once. Resolves also when that fails; the next call tries again. */
export function loadScreenStyles(): Promise<void> {
  loading ??= new Promise((resolve) => {
    const link = document.createElement('link')
    link.rel = 'stylesheet'
    link.href = document.querySelector<HTMLMetaElement>('meta[name="screen-styles"]')!.content
    link.onload = () => resolve()
    link.onerror = () => {
      loading = null
      link.remove()
      resolve()
    }
    document.head.append(link)
  })
  return loading
}
