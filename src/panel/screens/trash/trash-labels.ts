import { useSchema } from '../../app/api/api.ts'
import { useLabel, useWords } from '../../app/words/words-context.tsx'

export type TrashLabels = {
  names: string[]
  one: (resource: string) => string
  plural: (resource: string) => string
}

/** The kinds of things in the trash: records of all resources with more than one, and images. */
export function useTrashLabels(): TrashLabels {
  const t = useWords('trash')
  const label = useLabel()
  const { resources } = useSchema()
  const find = (name: string) => resources.find((resource) => resource.name === name)
  return {
    names: [...resources.filter(({ singleton }) => !singleton).map(({ name }) => name), 'media'],
    one: (name) => (name === 'media' ? t('image') : label(find(name)?.label ?? { fa: name, en: name })),
    plural: (name) =>
      name === 'media' ? t('images') : label(find(name)?.label_plural ?? { fa: name, en: name }),
  }
}
