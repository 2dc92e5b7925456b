/** The records that are on the site now, as `kind/slug`. */
export type Present = Set<string>

export const keyOf = ({ kind, slug }: { kind: string; slug: string }) => `${kind}/${slug}`
