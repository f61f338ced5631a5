import { describeMigrationOfTables } from '../../../testing/migration-of-tables.ts'

describeMigrationOfTables('0030-alerts', ['alert_choice', 'delivery', 'incident', 'server_trouble', 'webhook'])
