import { onEveryEngine, SERVER } from '../database/engines';
import { authoringCases } from './authoring.cases';
import { leaderboardCases } from './leaderboard.cases';
import { learningCases } from './learning.cases';
import { learningMediaCases } from './media.cases';
import { ownLearningCases } from './own-learning.cases';
import { premiumCases } from './premium.cases';
import { quizRunCases } from './quiz-runs.cases';
import { quizRaceCases } from './races.cases';
import { severalAnswersCases } from './several-answers.cases';

onEveryEngine((database, engine) => {
  describe('learning', () => {
    learningCases(database);
  });
  describe('own e-learning courses', () => {
    ownLearningCases(database);
  });
  describe('authoring', () => {
    authoringCases(database);
  });
  describe('learning media', () => {
    learningMediaCases(database);
  });
  describe('premium courses', () => {
    premiumCases(database);
  });
  describe('runs of a quiz', () => {
    quizRunCases(database);
  });
  describe('questions with several right answers', () => {
    severalAnswersCases(database);
  });
  describe('the leaderboard', () => {
    leaderboardCases(database);
  });
  if (engine !== SERVER) return;
  describe('concurrently', () => {
    quizRaceCases(database);
  });
});
