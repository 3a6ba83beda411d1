import { test } from 'vitest'
import { expectRecoveryFromDatabaseOutage, useFaultyApp } from '../support/faults/faultyApp.ts'

const app = useFaultyApp()

test('the connection to the database silent: the process keeps running, reports that it is not ready, and recovers by itself', () =>
  expectRecoveryFromDatabaseOutage(app, 'silent'))
