import type { TestProject } from 'vitest/node'
import { startPostgres } from './postgres.ts'
import { makeTemplates, type Templates } from './template.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of a PostgreSQL server whose user may create databases. */
    postgresUrl: string
    /** Test servers are copied from these. */
    templates: Templates
  }
}

/** Runs once per run of the server's tests, as vitest.config.ts says. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const { url, stop } = await startPostgres()
  try {
    const { templates, remove } = await makeTemplates(url)
    project.provide('postgresUrl', url)
    project.provide('templates', templates)
    return async () => {
      await remove()
      await stop()
    }
  } catch (error) {
    await stop()
    throw error
  }
}
