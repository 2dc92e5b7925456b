/** The language subtag, among `supported`, that an `Accept-Language` header prefers; null if it names none of them. */
export function acceptedLanguage<Tag extends string>(
  header: string | undefined,
  supported: readonly Tag[],
): Tag | null {
  const wanted = (header ?? '')
    .slice(0, 1_000)
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.split(';').map((part) => part.trim())
      const quality = parameters.map((parameter) => /^q=(\d(?:\.\d+)?)$/i.exec(parameter)?.[1]).find(Boolean)
      return { language: tag.split('-')[0]!.toLowerCase(), quality: Number(quality ?? 1) }
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
  for (const { language } of wanted) {
    const found = supported.find((tag) => tag === language)
    if (found) return found
  }
  return null
}
