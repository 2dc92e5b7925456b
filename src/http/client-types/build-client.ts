// `bun run client` regenerates src/client/generated-types.ts from the OpenAPI document and builds the npm package of the
// client: in client/, and packed in dist/client.tgz, which the service sends.
import { join } from 'node:path'
import { packageRoot } from '../../platform/package-root.ts'
import { describeService } from '../openapi-document.ts'
import { buildClient, packClient } from '../public/pack-client.ts'
import { clientTypes } from './client-types.ts'

await Bun.write(join(packageRoot, 'src/client/generated-types.ts'), clientTypes(await describeService()))
const directory = join(packageRoot, 'client')
await buildClient(directory)
await Bun.write(join(packageRoot, 'dist/client.tgz'), await packClient(directory))
