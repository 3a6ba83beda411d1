import { test } from 'vitest'
import { expectRecoveryFromDatabaseOutage, useFaultyApp } from '../support/faults/faultyApp.ts'

const app = useFaultyApp()

test('the line to the database silent: the process lives, says that it is not ready, and takes up its work again by itself', () =>
  expectRecoveryFromDatabaseOutage(app, 'silent'))
