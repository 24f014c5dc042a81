import { onEveryEngine, SERVER } from '../database/engines';
import { deletedBuyerCases } from './deleted-buyers.cases';
import { disputeCases } from './disputes.cases';
import { failedRefundCases } from './failed-refunds.cases';
import { laterEventCases } from './later-events.cases';
import { letterCases } from './letters.cases';
import { paymentRaceCases } from './payment-races.cases';
import { purchaseCases } from './purchases.cases';
import { orderRaceCases } from './races.cases';
import { refundCases } from './refunds.cases';
import { shownPriceCases } from './shown-prices.cases';
import { staffOrderCases } from './staff-orders.cases';
import { supportCases } from './support.cases';
import { termsCases } from './terms.cases';
import { waitingCases } from './waiting.cases';
import { withdrawalCases } from './withdrawals.cases';

it('finds a real PostgreSQL when one is asked for', () => {
  expect(SERVER !== null || process.env.NEMUS_REQUIRE_POSTGRES !== '1').toBe(true);
});

onEveryEngine((database, engine) => {
  describe('purchases', () => {
    purchaseCases(database);
  });
  describe('letters of purchases', () => {
    letterCases(database);
  });
  describe('requests to the support', () => {
    supportCases(database);
  });
  describe('purchases under way', () => {
    waitingCases(database);
  });
  describe('terms of a purchase', () => {
    termsCases(database);
  });
  describe('refunds', () => {
    refundCases(database);
  });
  describe('disputes', () => {
    disputeCases(database);
  });
  describe('money of deleted accounts', () => {
    deletedBuyerCases(database);
  });
  describe('later events of a purchase', () => {
    laterEventCases(database);
  });
  describe('failed refunds', () => {
    failedRefundCases(database);
  });
  describe('shown prices', () => {
    shownPriceCases(database);
  });
  describe('withdrawals', () => {
    withdrawalCases(database);
  });
  describe('orders for staff', () => {
    staffOrderCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    orderRaceCases(database);
    paymentRaceCases(database);
  });
});
