import { describeMigrationOfTables } from '../../../testing/migration-of-tables.ts'

describeMigrationOfTables('0039-move-ins', ['move_in', 'move_in_entry'])
