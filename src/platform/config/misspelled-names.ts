// Finds variables whose names resemble ours: an unknown name is ignored, so a typing error would go unnoticed.

/** Shorter names resemble too many others: `PATH` is two letters from `PORT`. */
const MIN_LENGTH = 7
const MAX_DISTANCE = 2

/** The set variables that none of `known` is, but one resembles; `NAME_FILE` counts as known. */
export function misspelledNames(environment: Record<string, string | undefined>, known: readonly string[]) {
  const exact = new Set(known.flatMap((name) => [name, `${name}_FILE`]))
  return Object.keys(environment)
    .filter((name) => environment[name] && !exact.has(name) && name.length >= MIN_LENGTH)
    .flatMap((name) => {
      const intended = closest(normalize(name), known)
      return intended ? { name, intended } : []
    })
}

// `cors-origins` and `CorsOrigins` are spellings of a name as well.
const normalize = (name: string) =>
  (/[a-z]/.test(name) ? name.replace(/([a-z])([A-Z])/g, '$1_$2') : name).replaceAll('-', '_').toUpperCase()

function closest(name: string, known: readonly string[]): string | null {
  const [best] = known
    .filter((candidate) => candidate.length >= MIN_LENGTH)
    .map((candidate) => ({ candidate, distance: editDistance(name, candidate) }))
    .filter(({ distance, candidate }) => distance <= (candidate.length < 10 ? 1 : MAX_DISTANCE))
    .sort((a, b) => a.distance - b.distance)
  return best?.candidate ?? null
}

/** Insertions, deletions, substitutions and swapped neighbours (optimal string alignment). */
function editDistance(a: string, b: string): number {
  if (Math.abs(a.length - b.length) > MAX_DISTANCE) return Number.POSITIVE_INFINITY
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)]
  for (let i = 1; i <= a.length; i++) {
    const [row, before] = [rows[i - 1]!, rows[i - 2]]
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substituted = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      const isSwap = before && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      next[j] = Math.min(
        row[j]! + 1,
        next[j - 1]! + 1,
        substituted,
        isSwap ? before[j - 2]! + 1 : substituted,
      )
    }
    rows.push(next)
  }
  return rows[a.length]![b.length]!
}
