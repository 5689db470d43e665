#pragma once

// The part of libpq's binary interface that the server uses, declared without libpq's headers.
//
// These numbers and layouts have not changed since libpq 14, the first version with pipelines
// (https://www.postgresql.org/docs/current/libpq.html). A test compares what it can with the installed
// library.

#include "CLibrary.h"

/// One connection to a server.
typedef struct pg_conn PGconn;
/// The result of a statement.
typedef struct pg_result PGresult;

/// The state of a connection. libpq has more codes.
typedef enum {
    CONNECTION_OK = 0,
    CONNECTION_BAD = 1,
} ConnStatusType;

/// What to wait for while connecting.
typedef enum {
    PGRES_POLLING_FAILED = 0,
    PGRES_POLLING_READING = 1,
    PGRES_POLLING_WRITING = 2,
    PGRES_POLLING_OK = 3,
} PostgresPollingStatusType;

typedef enum {
    PGRES_EMPTY_QUERY = 0,
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
    PGRES_NONFATAL_ERROR = 6,
    PGRES_FATAL_ERROR = 7,
    PGRES_PIPELINE_SYNC = 10,
    PGRES_PIPELINE_ABORTED = 11,
} ExecStatusType;

/// The state of a connection's transaction.
typedef enum {
    PQTRANS_IDLE = 0,
    PQTRANS_ACTIVE = 1,
    PQTRANS_INTRANS = 2,
    PQTRANS_INERROR = 3,
    PQTRANS_UNKNOWN = 4,
} PGTransactionStatusType;

enum {
    /// The fields of an error: its severity in English, its SQLSTATE, its text.
    PG_DIAG_SEVERITY_NONLOCALIZED = 'V',
    PG_DIAG_SQLSTATE = 'C',
    PG_DIAG_MESSAGE_PRIMARY = 'M',
    /// For PQsendQueryPrepared and PQsendQueryParams.
    PQ_FORMAT_BINARY = 1,
    /// The first version of the library that has pipelines.
    PQ_VERSION_MIN = 140000,
};

/// A connection parameter. A list of them ends with one without a keyword.
typedef struct {
    char *keyword;
    char *environment;
    char *compiled;
    /// The value, or NULL.
    char *value;
    char *label;
    char *display;
    int size;
} PQconninfoOption;

/// A notification (NOTIFY).
typedef struct pgNotify {
    char *channel;
    /// The process of the server that runs the sender's connection.
    int sender;
    char *payload;
    struct pgNotify *next;
} PGnotify;

/// Receives notices and warnings of the server.
typedef void (*PQnoticeReceiver)(void *context, const PGresult *result);

#define POSTGRES_FUNCTIONS(FUNCTION) \
    FUNCTION(int, PQlibVersion, (void)) \
    FUNCTION(PQconninfoOption *, PQconninfoParse, (const char *, char **)) \
    FUNCTION(PQconninfoOption *, PQconndefaults, (void)) \
    FUNCTION(void, PQconninfoFree, (PQconninfoOption *)) \
    FUNCTION(void, PQfreemem, (void *)) \
    FUNCTION(PGconn *, PQconnectStartParams, (const char *const *, const char *const *, int)) \
    FUNCTION(PostgresPollingStatusType, PQconnectPoll, (PGconn *)) \
    FUNCTION(void, PQfinish, (PGconn *)) \
    FUNCTION(ConnStatusType, PQstatus, (const PGconn *)) \
    FUNCTION(PGTransactionStatusType, PQtransactionStatus, (const PGconn *)) \
    FUNCTION(char *_Nonnull, PQerrorMessage, (const PGconn *)) \
    FUNCTION(int, PQsocket, (const PGconn *)) \
    FUNCTION(int, PQbackendPID, (const PGconn *)) \
    FUNCTION(int, PQsetnonblocking, (PGconn *, int)) \
    FUNCTION(int, PQenterPipelineMode, (PGconn *)) \
    FUNCTION(PQnoticeReceiver, PQsetNoticeReceiver, (PGconn *, PQnoticeReceiver, void *)) \
    FUNCTION(int, PQsendPrepare, (PGconn *, const char *, const char *, int, const unsigned int *)) \
    FUNCTION(int, PQsendQueryPrepared, \
        (PGconn *, const char *, int, const char *const *, const int *, const int *, int)) \
    FUNCTION(int, PQsendQueryParams, \
        (PGconn *, const char *, int, const unsigned int *, const char *const *, const int *, \
         const int *, int)) \
    FUNCTION(int, PQpipelineSync, (PGconn *)) \
    FUNCTION(int, PQflush, (PGconn *)) \
    FUNCTION(int, PQconsumeInput, (PGconn *)) \
    FUNCTION(int, PQisBusy, (PGconn *)) \
    FUNCTION(PGnotify *, PQnotifies, (PGconn *)) \
    FUNCTION(PGresult *, PQgetResult, (PGconn *)) \
    FUNCTION(ExecStatusType, PQresultStatus, (const PGresult *)) \
    FUNCTION(char *_Nonnull, PQresStatus, (ExecStatusType)) \
    FUNCTION(char *, PQresultErrorField, (const PGresult *, int)) \
    FUNCTION(int, PQntuples, (const PGresult *)) \
    FUNCTION(int, PQnfields, (const PGresult *)) \
    FUNCTION(unsigned int, PQftype, (const PGresult *, int)) \
    FUNCTION(char *_Nonnull, PQgetvalue, (const PGresult *, int, int)) \
    FUNCTION(int, PQgetlength, (const PGresult *, int, int)) \
    FUNCTION(int, PQgetisnull, (const PGresult *, int, int)) \
    FUNCTION(char *_Nonnull, PQcmdStatus, (PGresult *)) \
    FUNCTION(char *_Nonnull, PQcmdTuples, (PGresult *)) \
    FUNCTION(void, PQclear, (PGresult *))

/// The functions of libpq.
LIBRARY(postgres, POSTGRES_FUNCTIONS)
