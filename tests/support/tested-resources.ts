// The resources that suites run over: all 24, or as TEST_RESOURCES says one of each kind (`kinds`) or those named.
import type { Resource } from '../../src/content/definition/define-resource.ts'
import { findResource, resources } from '../../src/content/resources/resource-registry.ts'
import { fieldsOf } from './samples.ts'

export const testedResources: readonly Resource[] = chooseResources(process.env.TEST_RESOURCES)

export function chooseResources(choice = ''): readonly Resource[] {
  if (choice === '') return resources
  if (choice === 'kinds') return oneOfEachKind()
  return choice.split(',').map((name) => {
    const resource = findResource(name)
    if (!resource) throw new Error(`TEST_RESOURCES: there is no resource ${name}`)
    return resource
  })
}

/** The resource with the most fields of each kind, in the order of the registry. */
function oneOfEachKind(): Resource[] {
  const kinds = Object.groupBy(resources, kindOf)
  const size = ({ input }: Resource) => Object.keys(input.shape).length
  const largest = Object.values(kinds).map((some) => some!.reduce((a, b) => (size(b) > size(a) ? b : a)))
  return resources.filter((resource) => largest.includes(resource))
}

/** The properties by which the verbs and the snapshot treat a resource, apart from the types of single fields. */
export function kindOf(resource: Resource): string {
  const { ordered, singleton, key, addressedByKey, publishable, visibleBetween, pagePrefix } = resource
  const { redirectFields, serialWrites, slugFrom, derived, check } = resource
  const fields = fieldsOf(resource)
  return Object.entries({
    ordered,
    singleton,
    keyed: key !== null,
    addressedByKey,
    publishable,
    visibleFrom: visibleBetween?.from,
    visibleUntil: visibleBetween?.until,
    pages: pagePrefix !== null,
    redirects: redirectFields !== null,
    serialWrites,
    slugs: slugFrom !== null,
    derived: Object.keys(derived).length > 0,
    checked: check !== null,
    references: fields.some(({ name }) => name.endsWith('_id')),
    lists: fields.some(({ json }) => json.type === 'array'),
  })
    .filter(([, holds]) => holds)
    .map(([trait]) => trait)
    .join(' ')
}
