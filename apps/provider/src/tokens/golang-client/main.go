// Command golang-client signs in with golang.org/x/oauth2 as the package's example shows, then calls and refreshes.
//
// It prints the address to visit, reads the code from standard input, and prints the tokens and whom they reached as JSON.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"os"
	"strings"

	"golang.org/x/oauth2"
)

// call is the access token a call was made with, and the id of the person that the call answered.
type call struct {
	AccessToken string `json:"accessToken"`
	UserID      string `json:"userId"`
}

func main() {
	log.SetFlags(0)
	ctx := context.Background()
	conf := &oauth2.Config{
		ClientID:     os.Getenv("CLIENT_ID"),
		ClientSecret: os.Getenv("CLIENT_SECRET"),
		Scopes:       strings.Fields(os.Getenv("SCOPE")),
		RedirectURL:  os.Getenv("REDIRECT_URL"),
		Endpoint: oauth2.Endpoint{
			AuthURL:   os.Getenv("AUTH_URL"),
			TokenURL:  os.Getenv("TOKEN_URL"),
			AuthStyle: oauth2.AuthStyleInParams,
		},
	}
	fmt.Println(conf.AuthCodeURL("state", oauth2.AccessTypeOffline))

	var code string
	if _, err := fmt.Scan(&code); err != nil {
		log.Fatal(err)
	}
	first, err := conf.Exchange(ctx, code)
	if err != nil {
		log.Fatal(err)
	}
	calls := []call{{first.AccessToken, userOf(conf.Client(ctx, first))}}

	// As after a restart: only the refresh token was kept.
	second, err := conf.TokenSource(ctx, &oauth2.Token{RefreshToken: first.RefreshToken}).Token()
	if err != nil {
		log.Fatal(err)
	}
	calls = append(calls, call{second.AccessToken, userOf(conf.Client(ctx, second))})
	if err := json.NewEncoder(os.Stdout).Encode(calls); err != nil {
		log.Fatal(err)
	}
}

func userOf(client *http.Client) string {
	body := strings.NewReader(`{"query":"{ user { id } }"}`)
	response, err := client.Post(os.Getenv("GRAPHQL_URL"), "application/json", body)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	var answer struct {
		Data struct{ User struct{ ID string } }
	}
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil {
		log.Fatal(err)
	}
	return answer.Data.User.ID
}
