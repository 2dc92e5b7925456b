import { articles } from '../../content/resources/articles.ts'
import { resources } from '../../content/resources/resource-registry.ts'

/** All resources with several records but articles, which have more filters and links. */
export const listedResources = resources.filter((resource) => !resource.singleton && resource !== articles)
