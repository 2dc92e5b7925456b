import { useLocation, useSearch } from 'wouter'

const MAX_PAGE = 1_000_000

/** The state of a list with fixed filters, kept in the address: `values` are those of the named parameters. */
export type AddressState<Name extends string> = { q: string; page: number; values: Record<Name, string> }

type Change<Name extends string> = Partial<{ q: string; page: number } & Record<Name, string>>

/** An empty value removes the parameter; any change but that of `page` and `kept` ones starts at the first page. */
export function useAddressState<Name extends string>(
  names: readonly Name[],
  kept: readonly Name[] = [],
): [AddressState<Name>, (change: Change<Name>, options?: { replace?: boolean }) => void] {
  const search = useSearch()
  const [path, navigate] = useLocation()
  const parameters = new URLSearchParams(search)
  const page = Number(parameters.get('page') ?? 1)
  const state: AddressState<Name> = {
    q: parameters.get('q') ?? '',
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    values: Object.fromEntries(names.map((name) => [name, parameters.get(name) ?? ''])) as Record<
      Name,
      string
    >,
  }
  const change = (part: Change<Name>, { replace = false } = {}) => {
    const keepsPage = Object.keys(part).every((name) => (kept as readonly string[]).includes(name))
    const next = { q: state.q, ...state.values, page: keepsPage ? state.page : 1, ...part }
    const written = new URLSearchParams(
      Object.entries(next)
        .map(([name, value]) => [name, String(value)] as [string, string])
        .filter(([name, value]) => value !== '' && !(name === 'page' && value === '1')),
    ).toString()
    navigate(path + (written && `?${written}`), { replace })
  }
  return [state, change]
}
